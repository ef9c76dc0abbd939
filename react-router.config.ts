import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  // The whole route table is small, and a crawler's or visitor's first click then costs no extra request.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config;
