const verbs = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'merge',
  'with',
  'start',
  'begin',
  'commit',
  'rollback',
  'savepoint',
])

/**
 * Names a statement by its verb and the first table it mentions, such as `select order`. The text itself may hold values, so nothing
 * else of it is used.
 */
export function statementName(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  if (!verbs.has(verb)) return 'other'
  const [, table] = /\b(?:from|into|update|using)\s+(?:only\s+)?(?:"?[a-z_]+"?\.)?"?([a-z_][a-z0-9_]*)"?/i.exec(text) ?? []
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`
}

/** Returns the verb of a statement's name. */
export const statementVerb = (name: string): string => name.split(' ')[0] ?? ''
