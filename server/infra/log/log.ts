/** Writes the log: a JSON object a line for programs, or text for a person at a terminal. */
import pino, { type DestinationStream } from 'pino'
import type { Log, LogFields } from '../../kernel/log'
import { type ErrorFacts, errorFacts } from './error-facts'

export type LogFormat = 'json' | 'text'

/** Some failures are a message alone. */
const isGiven = (error: unknown): boolean => error !== null && error !== undefined

/** Returns a log of JSON lines: level, time, process, message and fields; a failure is in `error`. */
export function createJsonLog(to: DestinationStream = pino.destination({ fd: 1, sync: true })): Log {
  const logger = pino(
    {
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    to,
  )
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    error: (message, error, fields = {}) =>
      logger.error(isGiven(error) ? { ...fields, error: errorFacts(error) } : fields, message),
  }
}

const fieldText = (fields: LogFields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('')

function factsText({ type, message, stack, cause, ...fields }: ErrorFacts): string {
  const rest = fieldText(fields as LogFields)
  return [`${type}: ${message}${rest}`, stack, cause && `  cause ${factsText(cause)}`].filter(Boolean).join('\n')
}

const writeConsole: Record<'out' | 'err', (line: string) => void> = {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
}

/** Returns a log of text: failures go to standard error, and a message without fields is a sentence for the person who started it. */
export function createTextLog({ out, err } = writeConsole): Log {
  const now = (): string => new Date().toISOString()
  return {
    info: (message, fields) => out(fields ? `${now()} ${message}${fieldText(fields)}` : message),
    error: (message, error, fields = {}) =>
      err(`${now()} ${message}${fieldText(fields)}${isGiven(error) ? `\n${factsText(errorFacts(error))}` : ''}`),
  }
}

export const createLog = (format: LogFormat): Log => (format === 'json' ? createJsonLog() : createTextLog())
