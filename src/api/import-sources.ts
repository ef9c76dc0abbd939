import type { importSourceRoutes } from '#contract/import-sources.ts';
import { emptySettings } from '#domain/imports/default-settings.ts';
import { setFeedLogin } from '#domain/imports/feeds-by-url/set-feed-login.ts';
import { readSourceFigures } from '#domain/imports/source-figures.ts';
import {
  addSource,
  deleteSource,
  type ImportSource,
  listSources,
  readSource,
  updateSource,
} from '#domain/imports/sources.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { fromRules, toImportSourceRecord } from './records/import-source.ts';

export const importSourceHandlers = ({
  db,
  keys,
  feedScheduler,
  imports: runner,
}: ApiContext): HandlersOf<keyof typeof importSourceRoutes> => {
  const recordOf = async (source: ImportSource) =>
    toImportSourceRecord(source, (await readSourceFigures(db, source.id)).get(source.id));
  return {
    getImportSources: async () => {
      const [sources, figures] = await Promise.all([listSources(db), readSourceFigures(db)]);
      return { success: true, sources: sources.map((source) => toImportSourceRecord(source, figures.get(source.id))) };
    },
    getImportSource: async ({ params: { id } }) => ({
      success: true,
      source: await recordOf(await readSource(db, Number(id))),
    }),
    addImportSource: async (call) => {
      const { name, url } = call.body;
      const source = await addSource(db, actorOf(call), { name, url: url || null, settings: emptySettings });
      return { success: true, source: await recordOf(source) };
    },
    updateImportSource: async (call) => {
      const id = Number(call.params.id);
      const { version, name, url, everyMinutes, format, mapping, rules, policies } = call.body;
      const { settings } = await readSource(db, id);
      const isTreatedOtherwise = format || mapping || rules || policies;
      const changes = {
        name,
        url: url === '' ? null : url,
        everyMinutes,
        ...(isTreatedOtherwise
          ? {
              settings: {
                format: format ?? settings.format,
                mapping: mapping ?? settings.mapping,
                rules: rules ? fromRules(rules) : settings.rules,
                policies: policies ?? settings.policies,
              },
            }
          : {}),
      };
      const source = await withCurrentRecord(
        (current: ImportSource) => toImportSourceRecord(current, undefined),
        updateSource(db, actorOf(call), id, changes, version),
      );
      await runner.runDue();
      return { success: true, source: await recordOf(source) };
    },
    fetchImportSource: async (call) => {
      const id = Number(call.params.id);
      await feedScheduler.fetchNow(actorOf(call), id);
      return { success: true, source: await recordOf(await readSource(db, id)) };
    },
    setImportSourceLogin: async (call) => {
      const id = Number(call.params.id);
      const { username, secret } = call.body;
      const login = secret === '' ? null : { username, secret };
      await setFeedLogin(db, actorOf(call), keys.feedLogins, id, login);
      return { success: true, source: await recordOf(await readSource(db, id)) };
    },
    deleteImportSource: async (call) => {
      await deleteSource(db, actorOf(call), Number(call.params.id), undefined);
      return { success: true, _id: call.params.id };
    },
  };
};
