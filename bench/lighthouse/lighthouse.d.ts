/** Only what this bench uses: the types are checked without installing Lighthouse. */
declare module 'lighthouse' {
  interface Flags {
    port: number;
    onlyCategories: string[];
    disableStorageReset: boolean;
    logLevel: 'silent';
  }
  interface Audit {
    id: string;
    score: number | null;
    scoreDisplayMode: string;
    numericValue?: number;
  }
  interface Result {
    lhr: {
      audits: Record<string, Audit>;
      categories: Record<string, { score: number | null }>;
      runtimeError?: { message: string };
    };
  }
  export default function lighthouse(url: string, flags: Flags): Promise<Result | undefined>;
}
