/** Mutations of customization links; each invalidates their list. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CustomizationTiming, customizationTiming } from '../../../contract/constants'
import { randomHex } from '../../../contract/ground/hex'
import type { ShopCustomizationSetting } from '../../../contract/types'
import { shopKeys } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import type { SettingContent } from '../../customization-settings/setting-draft'
import type { LinkLabel } from './label-draft'

interface LinkWrite {
  readonly content: SettingContent
  readonly isDefault: boolean
  readonly label: LinkLabel
}

export function useLinkMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: shopKeys.urls() })
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
  const onError = () => void reload()
  const lastCreate = useRef({ text: '', key: '' })
  const create = useMutation({
    mutationFn: ({ shopId, content, isDefault, label }: LinkWrite & { readonly shopId: number }) => {
      const body = { shopId, isDefault, customizationTiming: customizationTiming.beforeOrder, ...content, ...label }
      // A retry with the same contents repeats the key, so that a lost response does not lead to a second link.
      const text = JSON.stringify(body)
      if (lastCreate.current.text !== text) lastCreate.current = { text, key: randomHex() }
      return api.shopCustomizationSettings.create({ body }, { quiet: true, again: true, idempotencyKey: lastCreate.current.key })
    },
    onSuccess: () => {
      lastCreate.current = { text: '', key: '' }
      return reload()
    },
    onError,
  })
  const update = useMutation({
    mutationFn: (wanted: LinkWrite & { readonly id: number; readonly timing: CustomizationTiming }) =>
      api.shopCustomizationSettings.update(
        {
          params: { id: wanted.id },
          body: {
            isDefault: wanted.isDefault,
            customizationTiming: wanted.timing,
            ...wanted.content,
            ...wanted.label,
          },
        },
        { quiet: true },
      ),
    onSuccess: reload,
    onError,
  })
  const switchLink = useMutation({
    mutationFn: ({ setting, enabled }: { readonly setting: ShopCustomizationSetting; readonly enabled: boolean }) => {
      const { id, shopId: _, ...content } = setting
      return api.shopCustomizationSettings.update({ params: { id }, body: { ...content, enabled } }, { quiet: true })
    },
    onSuccess: reload,
    onError,
  })
  // No form is open, so the app's dialog shows a failure.
  const remove = useMutation({
    mutationFn: (id: number) => api.shopCustomizationSettings.remove({ params: { id } }),
    onSuccess: reload,
    onError,
  })
  const renew = useMutation({
    mutationFn: (id: number) => api.shopCustomizationSettings.renew({ params: { id } }),
    onSuccess: reload,
    onError,
  })
  return { create, update, switchLink, remove, renew }
}
