/** Frame of the two programs, the server and the separate cutout host: configuration, log, start, signals and a clean end. */
import { type Config, readConfig } from './config'
import { ConfigError } from './config-values'
import { createLog } from './infra/log/log'
import type { Log, LogFields } from './kernel/log'
import { openTracing } from './telemetry'

export interface Program {
  readonly config: Config
  readonly log: Log
  /** Logs a request; undefined when requests are not logged. */
  readonly requestLog: ((entry: LogFields) => void) | undefined
  /** The first signal runs `close` and ends the process, a second one ends it at once. */
  onSignal(close: () => Promise<void>): void
}

/**
 * Reads the configuration and starts the program. A start that fails is explained and ends the process with 1, and so does an error
 * that nothing caught: Node itself would print it with whatever it quotes.
 */
export async function runProgram(
  env: Readonly<Record<string, string | undefined>>,
  start: (program: Program) => Promise<void>,
): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(env)
    const log = createLog(config.logFormat)
    process.on('uncaughtException', (error) => endWith(log, '程序出错，即将退出', error))
    const requestLog = config.requestLog ? (entry: LogFields) => log.info('request', entry) : undefined
    const tracing = await openTracing({ config, log })
    const onSignal = (close: () => Promise<void>): void => endOnSignal(log, () => close().finally(() => tracing.stop()))
    await start({ config, log, requestLog, onSignal })
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) console.error(problem)
    else if (config?.logFormat === 'json') createLog('json').error('启动失败', error)
    // A person at a terminal reads what to do, without the stack.
    else console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const endWith = (log: Log, message: string, error: unknown): never => {
  log.error(message, error)
  process.exit(1)
}

function endOnSignal(log: Log, close: () => Promise<void>): void {
  let isStopping = false
  const handleSignal = (): void => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info('正在停止：等待进行中的请求完成…')
    close().then(
      () => process.exit(0),
      (error: unknown) => endWith(log, '停止时出错', error),
    )
  }
  process.on('SIGTERM', handleSignal)
  process.on('SIGINT', handleSignal)
}
