/** Making and changing customization links. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { customizationTiming } from '../../../contract/constants'
import type { ShopCustomizationSetting } from '../../../contract/types'
import { shopKeys } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import type { SettingContent } from '../../customization-settings/setting-draft'

interface LinkWrite {
  readonly content: SettingContent
  readonly isDefault: boolean
}

const timing = { customizationTiming: customizationTiming.beforeOrder } as const

/** A key of its own for one wish: `crypto.randomUUID` is absent on plain http. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export function useLinkMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: shopKeys.urls() })
  // A failed call may have been obeyed; the reason is not kept waiting for the list.
  const onError = () => void reload()
  const last = useRef({ text: '', key: '' })
  const create = useMutation({
    mutationFn: ({ shopId, content, isDefault }: LinkWrite & { readonly shopId: number }) => {
      const body = { shopId, isDefault, ...timing, ...content }
      // The same link wanted again after a lost answer is still one link.
      const text = JSON.stringify(body)
      if (last.current.text !== text) last.current = { text, key: newKey() }
      return api.shopCustomizationSettings.create({ body }, { quiet: true, idempotencyKey: last.current.key })
    },
    onSuccess: () => {
      last.current = { text: '', key: '' }
      return reload()
    },
    onError,
  })
  const change = useMutation({
    mutationFn: ({ id, content, isDefault }: LinkWrite & { readonly id: number }) =>
      api.shopCustomizationSettings.update({ params: { id }, body: { isDefault, ...timing, ...content } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const switchLink = useMutation({
    mutationFn: ({ setting, enabled }: { readonly setting: ShopCustomizationSetting; readonly enabled: boolean }) => {
      const { id, shopId: _, customizationTiming: __, ...kept } = setting
      return api.shopCustomizationSettings.update({ params: { id }, body: { ...kept, ...timing, enabled } }, { quiet: true })
    },
    onSuccess: reload,
    onError,
  })
  // A failure is shown over the screen: nothing of the seller's is open.
  const remove = useMutation({
    mutationFn: (id: number) => api.shopCustomizationSettings.remove({ params: { id } }),
    onSuccess: reload,
    onError,
  })
  return { create, change, switchLink, remove }
}
