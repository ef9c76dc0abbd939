import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Input, Output, Route } from '#contract/route.ts';
import type { RouteName, Routes } from '#contract/routes.ts';
import type { Session } from '#domain/accounts/session.ts';

/** One call as a handler sees it: validated input, who asks, and Fastify's own pair for what only few need. */
export type Call<R extends Route> = Omit<Input<R>, 'form'> & {
  session: Session | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<R extends Route> = (call: Call<R>) => Promise<Output<R>>;

/** The handlers of some routes; an area's file provides those of its own routes. */
export type HandlersOf<Names extends RouteName> = { [K in Names]: Handler<Routes[K]> };
export type Handlers = HandlersOf<RouteName>;
