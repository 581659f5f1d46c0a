/** Finds the JSON in a response of another program that prints something around it: PHP's notices, a byte order mark, a callback. */
import { parseJson } from './foreign-json'

/** Text that begins like a page holds JSON only by accident, such as in a script. */
const page = /^\s*(?:<!doctype|<html|<\?xml|<head|<body)|<script/i
/** Number of places at which the JSON is looked for: notices name variables in brackets. */
const maxStarts = 50

/**
 * Returns the value in `text`, or undefined when there is none that can be trusted: no JSON, a page, or several objects, of which
 * none is known to be the answer.
 */
export function parseWrappedJson(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  const whole = tryParse(trimmed)
  if (whole !== undefined || page.test(trimmed)) return whole
  const starts = [...trimmed.matchAll(/[{[]\s*(?:["{[\]}]|-?\d)/g)].slice(0, maxStarts)
  for (const { index } of starts) {
    const end = endOfValue(trimmed, index)
    if (end === null) continue
    const value = tryParse(trimmed.slice(index, end))
    if (typeof value !== 'object' || value === null || isIndex(value)) continue
    return /[{[]\s*["{[]/.test(trimmed.slice(end)) ? undefined : value
  }
  return undefined
}

/** Whether this is an index in a notice, such as `Undefined offset: [3]`, and no answer. */
const isIndex = (value: object): boolean => Array.isArray(value) && value.every((one) => typeof one !== 'object')

function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Returns the index behind the bracket that closes the one at `start`; null when the text ends before it. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let index = start; index < text.length; index += 1) {
    const char = text[index]
    if (inString) {
      if (char === '\\') index += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return null
}
