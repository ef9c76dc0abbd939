import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Input, Output, Route } from '#contract/route.ts';
import type { RouteName, Routes } from '#contract/routes.ts';
import type { Session } from '#domain/accounts/sessions.ts';

/** One call as its handler gets it: validated input, the caller's session, and Fastify's request and reply. */
export type Call<R extends Route> = Omit<Input<R>, 'form'> & {
  session: Session | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<R extends Route> = (call: Call<R>) => Promise<Output<R>>;

export type HandlersOf<Names extends RouteName> = { [K in Names]: Handler<Routes[K]> };
/** A handler for every route of the contract. */
export type Handlers = HandlersOf<RouteName>;
