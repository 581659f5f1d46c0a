import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TemplateRow } from '../../../contract/types'
import { useApi } from '../../api/services'
import { findStartPreview } from '../preview/start-preview'
import type { PreviewPlace } from '../preview/use-preview'

const nowhere: PreviewPlace = { phoneModelId: null, materialColorId: null }

export interface Phone {
  readonly place: PreviewPlace
  choose(place: PreviewPlace): void
  /** Whether the initial phone is still being looked up. */
  readonly looking: boolean
}

/** Returns the phone of the preview: initially the one the templates were made for, otherwise the seller's last one. */
export function usePhone(templates: readonly TemplateRow[], username: string): Phone {
  const api = useApi()
  const queries = useQueryClient()
  const [place, setPlace] = useState<PreviewPlace>(() => {
    const own = templates.find((one) => one.previewPhoneModelId !== null && one.previewMaterialColorId !== null)
    return own ? { phoneModelId: own.previewPhoneModelId, materialColorId: own.previewMaterialColorId } : nowhere
  })
  const [looking, setLooking] = useState(place === nowhere)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when nothing is known yet
  useEffect(() => {
    if (!looking) return
    let wanted = true
    findStartPreview(queries, api, username)
      .then(
        (start) => {
          // Keep what the seller has chosen meanwhile.
          if (wanted && start) setPlace((now) => (now === nowhere ? start : now))
        },
        // The fields themselves show what could not be loaded.
        () => undefined,
      )
      .finally(() => {
        if (wanted) setLooking(false)
      })
    return () => {
      wanted = false
    }
  }, [])
  const choose = (wanted: PreviewPlace) => {
    setLooking(false)
    setPlace(wanted)
  }
  return { place, choose, looking }
}
