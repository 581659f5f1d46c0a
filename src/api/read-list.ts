/** Reads whole lists and pages as the `queryFn` of a query: quiet, and aborted with the query. */
import type { Api } from './services'

type Page = { readonly items: readonly unknown[]; readonly totalItems: number }
type Call = (input: never, options: { readonly signal: AbortSignal; readonly quiet: true }) => Promise<unknown>

/** Resources whose `list` returns `T`. */
type Listed<T> = {
  [R in keyof Api]: Api[R] extends { list(...args: never): Promise<infer Reply> } ? (Reply extends T ? R : never) : never
}[keyof Api]

type Input<R extends keyof Api> = Api[R] extends { list(input: infer I, ...rest: never): unknown } ? I : never
type Reply<R extends keyof Api> = Api[R] extends { list(...args: never): Promise<infer A> } ? A : never
type Read<R extends keyof Api> = (context: { readonly signal: AbortSignal }) => Promise<Reply<R>>

/**
 * The calls of the client and the routes of the contract have the same names, but TypeScript cannot infer that from a parameter.
 */
const callOf = (api: Api, resource: keyof Api) => (api[resource] as unknown as { readonly list: Call }).list

/** Returns a function that reads all rows of a resource: `queryFn: readList(api, 'phoneModels', { params: { brandId } })`. */
export function readList<R extends Listed<readonly unknown[]>>(api: Api, resource: R, input: Input<R>): Read<R> {
  return async ({ signal }) => (await callOf(api, resource)(input as never, { signal, quiet: true })) as Reply<R>
}

/** Returns a function that reads one page of a resource with the total. */
export function readPage<R extends Listed<Page>>(api: Api, resource: R, input: Input<R>): Read<R> {
  return async ({ signal }) => (await callOf(api, resource)(input as never, { signal, quiet: true })) as Reply<R>
}
