// Runs everything of `npm test` and `npm run test:more` in full size and with the long tests, then the server's tests on PostgreSQL and
// the bridge's soak test.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/install.mjs'

const env = { ...process.env, ALL_TESTS: '1' }
const run = (file, args) =>
  spawnSync(process.execPath, [join(root, file), ...args], { cwd: root, env, stdio: 'inherit' }).status === 0

// The first command installs what the others need.
const passed = [
  run('scripts/test.mjs', []),
  run('scripts/test-more.mjs', []),
  run('scripts/test-pg.mjs', []),
  run('node_modules/tsx/dist/cli.mjs', ['scripts/soak.ts']),
]
process.exit(passed.every(Boolean) ? 0 : 1)
