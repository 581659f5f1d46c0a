import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TemplateRow } from '../../../contract/types'
import { useApi } from '../../api/services'
import { phoneOf } from '../preview/read-ahead'
import { findStartPreview } from '../preview/start-preview'
import type { PreviewPhone } from '../preview/use-preview'

const noPhone: PreviewPhone = { phoneModelId: null, materialColorId: null }

export interface PhoneChoice {
  readonly phone: PreviewPhone
  choose(phone: PreviewPhone): void
  /** Whether the initial phone is still being looked up. */
  readonly isLoading: boolean
}

/** Returns the phone of the preview: initially the one the templates were made for, otherwise the seller's last one. */
export function usePhone(templates: readonly TemplateRow[], username: string): PhoneChoice {
  const api = useApi()
  const queries = useQueryClient()
  const [phone, setPhone] = useState<PreviewPhone>(() => phoneOf(templates) ?? noPhone)
  const [isLoading, setIsLoading] = useState(phone === noPhone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when nothing is known yet
  useEffect(() => {
    if (!isLoading) return
    let isCurrent = true
    findStartPreview(queries, api, username)
      .then(
        (start) => {
          // Keep what the seller has chosen meanwhile.
          if (isCurrent && start) setPhone((now) => (now === noPhone ? start : now))
        },
        // The fields themselves show what could not be loaded.
        () => undefined,
      )
      .finally(() => {
        if (isCurrent) setIsLoading(false)
      })
    return () => {
      isCurrent = false
    }
  }, [])
  const choose = (wanted: PreviewPhone) => {
    setIsLoading(false)
    setPhone(wanted)
  }
  return { phone, choose, isLoading }
}
