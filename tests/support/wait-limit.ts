/** The only limit of a test. It is far beyond what anything takes: a machine that is busy with something else is no failure. */
export const testLimitMs = 180_000;
/** Every wait within a test has it: a little less, so that the wait that failed is named rather than the test. */
export const waitLimitMs = testLimitMs - 10_000;
