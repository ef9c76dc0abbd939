// Preloaded into the site (--import). Each SIGUSR2 sets its clock: a day ahead, a day behind, right again. Timers and
// performance.now() go on as they do when the clock of a machine is set. PostgreSQL's clock stays right.
const day = 24 * 3600 * 1000;
const offsets = [day, -day, 0];
let signals = 0;
const offset = () => (signals === 0 ? 0 : (offsets[(signals - 1) % offsets.length] ?? 0));
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) =>
    args.length === 0 ? new target(RealDate.now() + offset()) : Reflect.construct(target, args),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + offset() : Reflect.get(target, name)),
});
process.on('SIGUSR2', () => {
  signals++;
});
