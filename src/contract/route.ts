import type { Static, TSchema } from 'typebox';
import type { TokenScope } from './values/token-scopes.ts';

/** Who may make a call. */
export type Access = 'anyone' | 'admin' | 'main_admin';

/** One call of the API: its input, who may make it, and its response. Paths are relative to `/api`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly area: string;
  /** Also for visitors whose age is not assured, or whose country is closed: nothing of the catalogue is in the response. */
  readonly isOpenToEveryone?: true;
  /** Also for an admin who has to change a password that somebody else chose. */
  readonly beforePasswordChange?: true;
  /** Also for an admin who has to add a second factor, because the settings require one. */
  readonly beforeSecondFactor?: true;
  /**
   * Whether the admin must have proved within the last minutes who they are: a session alone may have been taken over.
   * 'by input': only for some input; the domain decides.
   */
  readonly freshProof?: 'always' | 'by input';
  /** Whether the call itself proves who is calling, and so needs less of the session's token. */
  readonly givesProof?: true;
  /** An API token with one of these scopes may make the call; without them, none may. Never with `freshProof`. */
  readonly tokenScopes?: readonly TokenScope[];
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A multipart form instead of a JSON body; the handler reads and validates its parts. */
  readonly form?: TSchema;
  readonly response: TSchema;
}

type Part<Name extends string, S> = S extends TSchema ? Record<Name, Static<S>> : unknown;

export type Input<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']> &
  (R['form'] extends TSchema ? { form: FormData } : unknown);

export type Output<R extends Route> = Static<R['response']>;

export const defineRoutes = <const T extends Record<string, Route>>(routes: T): T => routes;
