/**
 * Authorises a shop on the marketplace's page, and exchanges the code with which the page sends the seller back: often to another
 * window, or to another browser where the client opens links.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../../../contract/ground/thrown'
import type { ShopType } from '../../../contract/rules/shop-types'
import type { Shop } from '../../../contract/types'
import { shopKeys } from '../../api/queries/shops'
import { useApi, usePlatform } from '../../api/services'
import { announceChange } from '../../base/aside-window'
import { toastFailure, toastSuccess } from '../../ui/toast'
import type { ListQuery } from '../../ui/use-list-query'

/** How often this window looks for an authorization that was given elsewhere, ms. */
export const awaitedPollMs = 5000

/** The exchange of the code with which the marketplace sent the seller back. */
export type Exchange =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Authorization {
  readonly isBusy: boolean
  /** Whether the marketplace's page was opened and the list of shops has not changed since. */
  readonly isAwaited: boolean
  /** The shop that was authorized on that page, once the list of shops has it; null before. */
  readonly given: Shop | null
  /** Null where the seller was not sent back with a code. */
  readonly exchange: Exchange | null
  /** Opens the marketplace's page; call it inside a click. */
  begin(type: ShopType): Promise<void>
  /** Ends showing what became of the code. */
  dismissExchange(): void
}

/** The parameters that the marketplace's page sends back (RFC 6749, 4.1.2): `state` with `code`, or with `error` where there is no authorization. */
type ReturnParam = 'code' | 'state' | 'error' | 'error_description'

/** Longest text of the marketplace that is shown, characters: it stands in the address, where anybody may write one. */
const longestReason = 100

/** Says why the marketplace sent the seller back without a code. */
function refusalText(error: string, description: string): string {
  if (error === 'access_denied') return '在淘宝的授权页上没有同意授权，店铺没有变化。需要同步商品和订单时，请重新授权。'
  const told = [description, error].filter(Boolean).join('，').slice(0, longestReason)
  return told
    ? `淘宝没有给出授权（${told}），店铺没有变化。请重新授权；还是这样请联系服务商。`
    : '淘宝送回的地址不完整，店铺没有变化。请重新授权。'
}

/**
 * @param list holds what the marketplace sent back when the seller returns from its page; it is removed from the address at once.
 * @param shops the shops as they are known.
 */
export function useAuthorization(list: ListQuery<ReturnParam>, shops: readonly Shop[] | undefined): Authorization {
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
  const error = list.get('error')
  const isReturn = code !== '' || state !== '' || error !== ''

  const exchangeCode = useEffectEvent(async () => {
    list.set({ code: null, state: null, error: null, error_description: null }, { replace: true })
    if (code === '' || state === '' || error !== '') {
      setExchange({ kind: 'failed', reason: refusalText(error, list.get('error_description')) })
      return
    }
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
      setExchange({ kind: 'failed', reason: messageOf(error) })
    }
  })
  useEffect(() => {
    // A code is valid for one exchange only.
    if (!isReturn || (code !== '' && exchangedCode.current === code)) return
    exchangedCode.current = code
    void exchangeCode()
  }, [code, isReturn])
  return {
    isBusy,
    // The query keeps the same array as long as nothing in it changed.
    isAwaited: shopsBefore !== undefined && shopsBefore.shops === shops,
    given: givenShop(shopsBefore, shops),
    exchange,
    dismissExchange: () => setExchange(null),
    async begin(type) {
      setBusy(true)
      try {
        const { url } = await api.shops.beginAuthorization({ body: { type } }, { quiet: true })
        await platform.openLink(url)
        setShopsBefore({ shops })
      } catch (error) {
        toastFailure(messageOf(error))
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Returns the shop whose authorization is another than before the page was opened; null where there is none, or no page was opened. */
function givenShop(
  before: { readonly shops: readonly Shop[] | undefined } | undefined,
  now: readonly Shop[] | undefined,
): Shop | null {
  if (before?.shops === undefined || now === undefined) return null
  const known = new Map(before.shops.map((shop) => [shop.id, shop]))
  const changed = now.find(({ id, authorization }) => {
    const was = known.get(id)?.authorization
    return authorization?.status === 'active' && JSON.stringify(was ?? null) !== JSON.stringify(authorization)
  })
  return changed ?? null
}
