import { createContext } from 'react-router';
import type { Client } from '#contract/calls/client.ts';

/** Passed by the server to the loaders and the renderer. */
export interface Site {
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
  /** Yields to the event loop, so that other requests can go first between the steps of a render. */
  waitForTurn: () => Promise<void>;
  /** Collects loader data by route. Undefined if React Router itself encodes the data. */
  loaderData?: Record<string, unknown> | undefined;
  /** Receives the document of a page. Data and redirects are in the response. */
  onDocument: (document: RenderedDocument) => void;
}

export interface RenderedDocument {
  html: string;
  inlineStyles: string[];
  /** Whether the page may open players of other sites in frames. */
  hasFrames: boolean;
  /** Whether all pictures come from this site, including its image proxy. */
  hasOwnPicturesOnly: boolean;
}

export const siteContext = createContext<Site>();
