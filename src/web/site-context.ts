import { createContext } from 'react-router';
import type { Client } from '#contract/client.ts';

/** What the composition root hands to the pages. */
export interface Site {
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
  /** Waits until no other page works: between its steps, a page lets others go first. */
  waitForTurn: () => Promise<void>;
  /** Takes the document of a page; data and redirects come with the response. */
  onDocument: (html: string) => void;
}

export const siteContext = createContext<Site>();
