import { createContext } from 'react-router';
import type { Client } from '#contract/client.ts';

/** What the server passes to the loaders and the renderer. */
export interface Site {
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
  /** Waits for a turn of the event loop: between its steps, a render lets other requests go first. */
  waitForTurn: () => Promise<void>;
  /** Collects what the loaders of a document return, by route; undefined where the framework sends their data. */
  loaderData?: Record<string, unknown> | undefined;
  /** Takes the document of a page; data and redirects come with the response. */
  onDocument: (document: RenderedDocument) => void;
}

export interface RenderedDocument {
  html: string;
  inlineStyles: string[];
  /** Whether visitors may open players of other sites in frames. */
  hasFrames: boolean;
  /** Whether all pictures are this site's own, or come from its image proxy. */
  hasOwnPicturesOnly: boolean;
}

export const siteContext = createContext<Site>();
