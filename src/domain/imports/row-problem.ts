/** Why a row can't become a post. The reason is a sentence for people. */
export class RowProblem {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
