import type { Reporter, TestModule } from 'vitest/node';

const maxListed = 10;
/** A file above it is worth a look: it runs too much in a browser, or too many processes. */
const dearSeconds = 15;

const secondsOf = (module: TestModule) => module.meta().processorSeconds ?? 0;

/** What the run cost, and which files cost most. It is for reading: nothing fails because of it. */
const costs = (modules: readonly TestModule[]) => {
  const total = modules.reduce((sum, module) => sum + secondsOf(module), 0);
  const dearest = modules
    .toSorted((one, other) => secondsOf(other) - secondsOf(one))
    .filter((module, position) => position < maxListed || secondsOf(module) > dearSeconds);
  return [
    `Processor time: ${total.toFixed(0)} s in ${modules.length} files, PostgreSQL not counted. The dearest:`,
    ...dearest.map((module) => {
      const seconds = secondsOf(module);
      const mark = seconds > dearSeconds ? ` (above ${dearSeconds} s)` : '';
      return `${seconds.toFixed(1).padStart(8)} s  ${module.relativeModuleId}${mark}`;
    }),
  ].join('\n');
};

/** Ends the output with what the run cost and one machine-readable line. A file that cannot be loaded counts as a failure. */
export default class ClosingReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed = tests.length - passed + modules.filter((module) => module.errors().length > 0).length;
    const line = `${passed} passed, ${failed + unhandledErrors.length} failed`;
    process.once('exit', () => process.stdout.write(`\n${costs(modules)}\n\n${line}\n`));
  }
}
