/**
 * Authorises a shop on the marketplace's page, and exchanges the code with which the page sends the seller back: often to another
 * window, or to another browser where the client opens links.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Shop } from '../../../contract/types'
import { shopKeys } from '../../api/queries/shops'
import { useApi, usePlatform } from '../../api/services'
import { announceChange } from '../../base/aside-window'
import { toastFailure, toastSuccess } from '../../ui/toast'
import type { ListQuery } from '../../ui/use-list-query'

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** How often this window looks for an authorization that was given elsewhere, ms. */
export const awaitedPollMs = 5000

/** What became of the code with which the marketplace sent the seller back. */
export type Exchange =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Authorization {
  readonly isBusy: boolean
  /** Whether the marketplace's page was opened and the list of shops has not changed since. */
  readonly isAwaited: boolean
  /** Null where the seller was not sent back with a code. */
  readonly exchange: Exchange | null
  /** Opens the marketplace's page; call it inside a click. */
  begin(): void
  /** Ends showing what became of the code. */
  dismissExchange(): void
}

/**
 * @param list holds `code` and `state` when the seller returns from the page; both are removed from the address at once.
 * @param shops the shops as they are known.
 */
export function useAuthorization(list: ListQuery<'code' | 'state'>, shops: readonly Shop[] | undefined): Authorization {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [exchange, setExchange] = useState<Exchange | null>(null)
  /** The shops when the page was opened; undefined while none is open. */
  const [shopsBefore, setShopsBefore] = useState<{ readonly shops: readonly Shop[] | undefined }>()
  const exchangedCode = useRef<string | null>(null)
  const code = list.get('code')
  const state = list.get('state')

  const exchangeCode = useEffectEvent(async () => {
    list.set({ code: null, state: null }, { replace: true })
    setExchange({ kind: 'running' })
    try {
      const shop = await api.shops.authorize({ body: { code, state } }, { quiet: true })
      const giver = shop.authorization?.subAccount
      const text = `「${shop.name}」授权成功${giver ? `，由子账号“${giver}”授权` : ''}`
      setExchange({ kind: 'done', text })
      toastSuccess(text)
      announceChange(shopKeys.all)
      await queries.invalidateQueries({ queryKey: shopKeys.all })
    } catch (error) {
      setExchange({ kind: 'failed', reason: wordsOf(error) })
    }
  })
  useEffect(() => {
    // A code is valid for one exchange only.
    if (code === '' || state === '' || exchangedCode.current === code) return
    exchangedCode.current = code
    void exchangeCode()
  }, [code, state])
  return {
    isBusy,
    // The query keeps the same array as long as nothing in it changed.
    isAwaited: shopsBefore !== undefined && shopsBefore.shops === shops,
    exchange,
    dismissExchange: () => setExchange(null),
    async begin() {
      setBusy(true)
      try {
        const { url } = await api.shops.beginAuthorization({}, { quiet: true })
        await platform.openLink(url)
        setShopsBefore({ shops })
      } catch (error) {
        toastFailure(wordsOf(error))
      } finally {
        setBusy(false)
      }
    },
  }
}
