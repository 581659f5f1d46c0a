/** Reads what programs have used from /proc: processor time of the server, of its picture processes and of PostgreSQL. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick of /proc; Linux has 100 a second on every usual machine. */
const tickMs = 10

/** Parent, own milliseconds and those of ended children, by process id. */
function readProcesses() {
  const processes = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of a program, in parentheses, may have spaces.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const [parent, own, own2, ended, ended2] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
      processes.set(Number(name), { parent, own: (own + own2) * tickMs, ended: (ended + ended2) * tickMs })
    } catch {
      // The process has ended meanwhile.
    }
  }
  return processes
}

/** Returns the milliseconds of processor time of a process, and of all that it ever started. */
function readTree(processes, pid) {
  const self = processes.get(pid)
  if (!self) throw new Error(`process ${pid} has ended`)
  const below = (parent) => [...processes].filter(([, one]) => one.parent === parent).map(([id]) => id)
  let children = self.ended
  const waiting = below(pid)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const one = processes.get(id)
    children += one.own + one.ended
    waiting.push(...below(id))
  }
  return { own: self.own, children }
}

/** The process that listens for connections of the PostgreSQL at this port. */
export function postmasterOf(port) {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      if (/postgres$|postmaster$/.test(line[0]) && line[line.indexOf('-p') + 1] === String(port)) return Number(name)
    } catch {
      // The process has ended meanwhile.
    }
  }
  throw new Error(`no PostgreSQL at port ${port}`)
}

/** Seconds in which database connections were in use, from the server's own figures. */
async function heldSeconds(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text()
  const sums = [...text.matchAll(/^kejiang_database_connection_use_seconds_sum(?:\{[^}]*\})? (\S+)$/gm)]
  if (sums.length === 0) throw new Error('the server does not tell how long connections are in use')
  return sums.reduce((sum, [, value]) => sum + Number(value), 0)
}

/**
 * Returns what was used so far, ms: `app` by the server's process, `pictures` by processes that it started, `database` by PostgreSQL, and
 * `held`, the time of connections in use.
 */
export async function readUsage({ serverPid, postmasterPid, metricsUrl }) {
  const held = (await heldSeconds(metricsUrl)) * 1000
  const processes = readProcesses()
  const server = readTree(processes, serverPid)
  const postgres = readTree(processes, postmasterPid)
  return { app: server.own, pictures: server.children, database: postgres.own + postgres.children, held }
}
