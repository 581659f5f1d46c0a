/**
 * Every script imports this first. On a Node that is too old, it fetches a pinned one with its npm from the npm registry into the
 * checkout, runs the script again with it, and ends with its exit code. Plain Node 18 without dependencies, because it runs before
 * anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupported, oldest, pinned, pinnedNpm } from './node-version.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const preferred = 24
const folder = join(root, '.node')

/** Returns npm's own program and its first arguments; npm names its script in the environment of what it runs. */
export function npmCommand() {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? [process.execPath, script] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** Runs npm in `cwd` with the output of this process; returns its exit code. */
export function runNpm(args, cwd) {
  const [file, ...first] = npmCommand()
  return spawnSync(file, [...first, ...args], { cwd, stdio: 'inherit', shell: file.endsWith('.cmd') }).status ?? 1
}

/**
 * Returns the path of a pinned Node, and fetches it first when it is not there.
 * @param {22 | 24} major
 * @throws {Error} when the registry cannot be reached or has no Node for this machine.
 */
export function fetchNode(major) {
  const version = pinned[major]
  if (!version) throw new Error(`没有固定的 Node ${major}；可用的有 ${Object.keys(pinned).join('、')}。`)
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const file = platform === 'win' ? 'node.exe' : 'node'
  const home = join(folder, `${version}-npm-${pinnedNpm}`)
  const path = join(home, 'node_modules', name, 'bin', file)
  if (existsSync(path)) return path
  console.error(`正在从 npm 获取 Node ${version}…`)
  mkdirSync(folder, { recursive: true })
  // npm writes into a folder of its own, so that an interrupted download is never taken for a whole one.
  const fresh = mkdtempSync(join(folder, 'fetch-'))
  try {
    const packages = [`${name}@${version}`, `npm@${pinnedNpm}`]
    const args = ['install', ...packages, '--prefix', fresh, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
    const program = join(fresh, 'node_modules', name, 'bin', file)
    const runs =
      runNpm(args, fresh) === 0 && spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
    if (!runs) throw new Error(`无法获取 Node ${version}：请检查网络或 npm 源设置后重试，或从 https://nodejs.org 安装。`)
    // A temporary folder is closed to others, but a server that runs as a user of its own needs this program, too.
    chmodSync(fresh, 0o755)
    // Another process may have fetched it meanwhile.
    if (!existsSync(path)) renameSync(fresh, home)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return path
}

/** Returns an environment in which `node` is this fetched program, and npm the one beside it, also for what npm and its tools start. */
export const withNode = (path) => ({
  ...process.env,
  PATH: `${dirname(path)}${delimiter}${process.env.PATH ?? ''}`,
  npm_execpath: join(dirname(path), '../../npm/bin/npm-cli.js'),
})

/**
 * Calls back when npm has ended. npm runs a script through a shell and on a signal ends only itself and the shell; a server would
 * keep its port and data folder, and the next start would be refused.
 */
export function whenNpmEnds(end) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 300).unref()
}

/** Runs this process's script with another Node and ends as it ends; never resolves. */
function handOver(path) {
  const child = spawn(path, process.argv.slice(1), { stdio: 'inherit', env: withNode(path) })
  const end = () => child.kill('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, end)
  // A terminal sends Ctrl+C to the child as well.
  process.on('SIGINT', () => {})
  whenNpmEnds(end)
  child.on('exit', (code) => process.exit(code ?? 1))
  return new Promise(() => {})
}

if (!isSupported(process.versions.node)) {
  console.error(`当前的 Node ${process.versions.node} 过旧（需要 ${oldest.join('.')} 或更新），改用 Node ${pinned[preferred]}。`)
  let path
  try {
    path = fetchNode(preferred)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  await handOver(path)
}
