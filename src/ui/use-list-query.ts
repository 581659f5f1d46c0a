import { useLocation, useSearchParams } from 'wouter'
import type { PageParam, ScreenPath } from '../base/paths'
import { type PageSizes, pageIn } from './list-page'

/** The parameters that a screen has in the address; `P` is their names. */
export interface ScreenParams<P extends string> {
  /** Returns one value; empty when absent. */
  get(name: P): string
  /** Whether the address has the parameter, even without a value. */
  has(name: P): boolean
  /** Changes values; null or '' removes one. A dialog is opened by `useDialog`, but any change may close it. */
  set(values: Change<P> & { readonly dialog?: null }, options?: { readonly replace?: boolean; readonly state?: unknown }): void
  /** Returns the address after such a change. */
  href(values: Change<P>): string
}
type Change<P extends string> = { readonly [K in P]?: string | number | null | undefined }

function changed(params: URLSearchParams, values: Change<string>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** @param _screen defines the names of the parameters; the address is that of the page. */
export function useScreenParams<P extends string>(_screen: ScreenPath<P>): ScreenParams<P> {
  const [path] = useLocation()
  const [params, setParams] = useSearchParams()
  return {
    get: (name) => params.get(name) ?? '',
    has: (name) => params.has(name),
    set: (values, options) => setParams((previous) => changed(previous, values), options),
    href: (values) => `${path}?${changed(params, values)}`,
  }
}

/** State of a list in the address. Every change except of the page itself returns to page 1. */
export interface ListQuery<P extends string = never> extends ScreenParams<P | PageParam> {
  readonly pageNo: number
  readonly pageSize: number
}

/**
 * Stores list state in the address, so that a copied link, reload and Back show the same rows.
 */
export function useListQuery<P extends string>(screen: ScreenPath<P>, pageSizes: PageSizes): ListQuery<P> {
  const params: ScreenParams<P | PageParam> = useScreenParams<P | PageParam>(screen)
  return {
    ...params,
    ...pageIn(params.get, pageSizes),
    set: (values, options) => params.set('page' in values ? values : { ...values, page: null }, options),
  }
}
