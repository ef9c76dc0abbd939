/** The label that the Encoding Standard has for it, if it knows it. */
export const knownEncoding = (label: string): string | undefined => {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
};
