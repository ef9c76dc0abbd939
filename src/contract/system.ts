import { type Static, Type } from 'typebox';
import { OptionalTime, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { checkStates } from './values/check-states.ts';

const State = Type.Enum(checkStates);

const SystemCheck = Type.Object({
  part: Type.String(),
  state: State,
  sentence: Type.String(),
  whatToDo: Type.Optional(Type.String()),
});
export type SystemCheck = Static<typeof SystemCheck>;

const SystemSection = Type.Object({
  title: Type.String(),
  checks: Type.Array(SystemCheck),
});
export type SystemSection = Static<typeof SystemSection>;

const SystemNode = Type.Object({
  name: Type.String(),
  version: Type.String(),
  check: SystemCheck,
  startedAt: Time,
  seenAt: Time,
  indexLagSeconds: Type.Union([Type.Number(), Type.Null()]),
  memoryBytes: Type.Integer(),
});
export type SystemNode = Static<typeof SystemNode>;

const SystemJob = Type.Object({
  name: Type.String(),
  title: Type.String(),
  schedule: Type.String(),
  check: SystemCheck,
  isRunning: Type.Boolean(),
  startedAt: OptionalTime,
  durationMs: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
  nextRunAt: Time,
});
export type SystemJob = Static<typeof SystemJob>;

const SystemReport = Type.Object({
  checkedAt: Time,
  worst: Type.Union([SystemCheck, Type.Null()], { description: 'What needs attention first' }),
  problems: Type.Integer({ description: 'How many checks are not ok' }),
  nodes: Type.Array(SystemNode),
  jobs: Type.Array(SystemJob),
  sections: Type.Array(SystemSection),
  canBackUp: Type.Boolean({ description: 'Whether a backup can be requested now' }),
});
export type SystemReport = Static<typeof SystemReport>;

export const systemRoutes = defineRoutes({
  getSystem: {
    method: 'GET',
    path: '/admin/system',
    access: 'main_admin',
    area: 'system',
    summary: 'Returns whether each part of the system works, and what to do if not',
    response: Success({ system: SystemReport }),
  },
});
