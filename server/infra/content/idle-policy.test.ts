import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { execIdly, hurryAfter } from './idle-policy'

/** The scheduling policy of a process, by its number in Linux: 0 is the usual one, 5 the idle one (proc_pid_stat(5), field 41). */
const policyOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[38])

test.runIf(process.platform === 'linux')('work begins idle, hurries when it takes too long, and ends idle', async () => {
  const child = spawn('/bin/sh', ['-c', `${execIdly}exec "$0" "$@"`, 'sleep', '600'], { stdio: 'ignore' })
  try {
    await expect.poll(() => policyOf(child.pid)).toBe(5)
    const hurry = hurryAfter(child, 0)
    await expect.poll(() => policyOf(child.pid)).toBe(0)
    hurry.end()
    await expect.poll(() => policyOf(child.pid)).toBe(5)
    hurryAfter(child, 3_600_000).end()
    expect(policyOf(child.pid)).toBe(5)
  } finally {
    child.kill('SIGKILL')
  }
})

test.runIf(process.platform === 'linux')('where the policy cannot be set, the same program runs without it', async () => {
  const child = spawn('/bin/sh', ['-c', `PATH=/nowhere; ${execIdly}exec "$0" "$@"`, '/bin/sleep', '600'], { stdio: 'ignore' })
  try {
    await expect.poll(() => readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toMatch(/^\/bin\/sleep/)
    expect(policyOf(child.pid)).toBe(0)
  } finally {
    child.kill('SIGKILL')
  }
})
