import type { networkRoutes } from '#contract/networks.ts';
import { allPartners, partners } from '#domain/partners/partners.ts';
import { searchPartners } from '#domain/partners/search-partners.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { directoryHandlers } from './http/directory-handlers.ts';
import { paginationOf } from './http/pagination.ts';
import { toNetworkRecord } from './records/partner.ts';

export const networkHandlers = ({ db, pictures }: ApiContext): HandlersOf<keyof typeof networkRoutes> => {
  const { add, update, remove } = directoryHandlers(db, partners, toNetworkRecord);
  return {
    getNetworks: async () => (await allPartners(db)).map(toNetworkRecord),
    searchNetworks: async ({ query: { state, ...query } }) => {
      const { records, total } = await searchPartners(db, { ...query, state: state === '' ? undefined : state });
      return { success: true, networks: records.map(toNetworkRecord), pagination: paginationOf(total, query) };
    },
    addNetwork: async (call) => {
      await pictures.hashBeforeSaving(call.body.logo);
      return { success: true, network: await add(call, call.body) };
    },
    updateNetwork: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.logo);
      return { success: true, network: await update(call, changes) };
    },
    deleteNetwork: remove,
  };
};
