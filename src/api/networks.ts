import type { networkRoutes } from '#contract/networks.ts';
import type { RouteName } from '#contract/routes.ts';
import { addNetwork, allNetworks, deleteNetwork, updateNetwork } from '#domain/partners/networks.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { toNetworkRecord } from './records/partner-record.ts';

export const networkHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof networkRoutes & RouteName> => ({
  getNetworks: async () => (await allNetworks(db)).map(toNetworkRecord),
  addNetwork: async (call) => ({
    success: true,
    network: toNetworkRecord(await addNetwork(db, actorOf(call), call.body)),
  }),
  updateNetwork: async (call) => {
    const { version, ...changes } = call.body;
    const work = updateNetwork(db, actorOf(call), Number(call.params.id), changes, version);
    return { success: true, network: toNetworkRecord(await withCurrentRecord(toNetworkRecord, work)) };
  },
  deleteNetwork: async (call) => {
    const { id } = call.params;
    await withCurrentRecord(toNetworkRecord, deleteNetwork(db, actorOf(call), Number(id), call.body?.version));
    return { success: true, _id: id };
  },
});
