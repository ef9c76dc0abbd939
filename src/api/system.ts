import type { systemRoutes } from '#contract/system.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { toSystemJob, toSystemNode } from './records/system.ts';

export const systemHandlers = ({ readSystem }: ApiContext): HandlersOf<keyof typeof systemRoutes> => ({
  getSystem: async () => {
    const { checkedAt, worst, problems, nodes, jobs, sections, canBackUp } = await readSystem();
    return {
      success: true,
      system: {
        checkedAt: checkedAt.toISOString(),
        worst: worst ?? null,
        problems,
        nodes: nodes.map(toSystemNode),
        jobs: jobs.map(toSystemJob),
        sections,
        canBackUp,
      },
    };
  },
});
