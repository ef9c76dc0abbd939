/** Why a row cannot become a post, as a sentence for people. */
export class RowProblem {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
