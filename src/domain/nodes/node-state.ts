/** What an operator wants to see of a node, as its last heartbeat had it. It is stored as JSON. */
export interface NodeState {
  pid: number;
  /** Where it listens; null until it does. */
  port: number | null;
  /** Resident set size. */
  memoryBytes: number;
  index: NodeIndexState;
  /** Null until the pages are open. */
  pageCache: NodePageCache | null;
  renderThreads: number;
  /** Of the data folder; null if it cannot be read. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /** Host and port of the server that it writes to; null until it is connected. */
  database: string | null;
  replicas: NodeReplica[];
  runsJobs: boolean;
  /** Whether it has a mail server to send through. */
  sendsMail: boolean;
  makesBackups: boolean;
}

export interface NodeIndexState {
  /** `behind` if it does not follow, or has lacked a change for some seconds. */
  status: 'building' | 'ready' | 'rebuilding' | 'behind';
  videos: number;
  /** For how long it has lacked a change; null until it is built. */
  lagSeconds: number | null;
  /** The replica that it reads from; null for the primary. */
  replica: string | null;
}

export interface NodePageCache {
  pages: number;
  bytes: number;
  maxBytes: number;
  /** The part of page requests that were answered from it, from 0 to 1; null before the first. */
  hitRate: number | null;
}

/** A replica as the node sees it. */
export interface NodeReplica {
  name: string;
  /** Whether the node reads from it. */
  isFresh: boolean;
  /** Null until it is measured. */
  lagSeconds: number | null;
  lagBytes: number | null;
}
