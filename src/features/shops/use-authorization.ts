/** Authorises a shop on the marketplace's page, and exchanges the code with which the page sends the seller back. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { shopKeys } from '../../api/queries/shops'
import { useApi, usePlatform } from '../../api/services'
import { toastFailure, toastSuccess } from '../../ui/toast'
import type { ListQuery } from '../../ui/use-list-query'

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export interface Authorization {
  readonly isBusy: boolean
  /** Opens the marketplace's page; call it inside a click. */
  begin(): void
}

/** @param list holds `code` and `state` when the seller returns from the page; both are removed from the address at once. */
export function useAuthorization(list: ListQuery<'code' | 'state'>): Authorization {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const exchangedCode = useRef<string | null>(null)
  const code = list.get('code')
  const state = list.get('state')

  const work = async (operation: () => Promise<void>) => {
    setBusy(true)
    try {
      await operation()
    } catch (error) {
      toastFailure(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const exchangeCode = () =>
    work(async () => {
      const shop = await api.shops.authorize({ body: { code, state } }, { quiet: true })
      await queries.invalidateQueries({ queryKey: shopKeys.all })
      const giver = shop.authorization?.subAccount
      toastSuccess(giver ? `「${shop.name}」授权成功，由子账号“${giver}”授权` : `「${shop.name}」授权成功`)
    })
  const exchange = useEffectEvent(() => {
    list.set({ code: null, state: null }, { replace: true })
    void exchangeCode()
  })
  useEffect(() => {
    // A code is valid for one exchange only.
    if (code === '' || state === '' || exchangedCode.current === code) return
    exchangedCode.current = code
    exchange()
  }, [code, state])
  return {
    isBusy,
    begin: () =>
      void work(async () => {
        const { url } = await api.shops.beginAuthorization({}, { quiet: true })
        await platform.openLink(url)
      }),
  }
}
