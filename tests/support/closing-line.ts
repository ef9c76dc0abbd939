import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one machine-readable line. A file that cannot be loaded counts as a failure. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed = tests.length - passed + modules.filter((module) => module.errors().length > 0).length;
    const line = `${passed} passed, ${failed + unhandledErrors.length} failed`;
    process.once('exit', () => process.stdout.write(`\n${line}\n`));
  }
}
