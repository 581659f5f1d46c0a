/** Returns the facts that support needs about a failure as text to copy; never contains a token. */
export function errorFacts(error: unknown): string {
  const facts: Record<string, unknown> = {
    version: `${__APP_VERSION__} (${__BUILD_ID__})`,
    time: new Date().toISOString(),
    page: location.pathname + location.hash.split('?')[0],
    userAgent: navigator.userAgent,
    online: navigator.onLine,
  }
  const chain: string[] = []
  for (let current = error; current instanceof Error && chain.length < 5; current = current.cause) {
    const code = 'code' in current ? ` [${String(current.code)}]` : ''
    chain.push(`${current.name}${code}: ${current.message}`)
    if ('options' in current) facts.options = current.options
  }
  facts.error = chain.length > 0 ? chain : String(error)
  if (error instanceof Error) facts.stack = error.stack?.split('\n').slice(0, 8)
  return JSON.stringify(facts, (key, value: unknown) => (key === 'cause' ? undefined : value), 2)
}
