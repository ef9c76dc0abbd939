/** Only what this command uses: the types are checked without installing Stryker. */
declare module '@stryker-mutator/core' {
  export class Stryker {
    constructor(options: Record<string, unknown>);
    runMutationTest(): Promise<{ status: string }[]>;
  }
}
