/** The response to a new factor. */
export interface Added {
  message: string;
  recoveryCodes?: string[];
}
