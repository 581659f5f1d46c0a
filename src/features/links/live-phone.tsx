import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CustomizationTiming } from '../../../contract/constants'
import { type Api, useApi } from '../../api/services'
import type { SettingContent } from '../../customization-settings/setting-draft'
import { FailureText } from '../../ui/failure-view'
import { useMedia } from '../../ui/use-media'

interface LivePhoneProps {
  /** Null while no shop is chosen. */
  readonly shopId: number | null
  /** Null while a field is missing or wrong: the phone keeps what it shows. */
  readonly content: SettingContent | null
  readonly timing: CustomizationTiming
}

type Draft = SettingContent & { readonly shopId: number; readonly customizationTiming: CustomizationTiming }

/** Changes within this time are shown together, ms. */
const pauseMs = 400
/** In narrower windows the form has no room beside it. */
const wide = '(min-width: 1000px)'

/** Keeps the draft of the form and returns where the buyers' page shows it; the server keeps only the last one of a user. */
const draftQuery = (api: Api, draft: Draft | null) =>
  queryOptions({
    queryKey: ['link-draft', draft] as const,
    queryFn: ({ signal }) => {
      if (draft === null) throw new Error('a draft that is not complete cannot be shown')
      return api.shopCustomizationSettings.draft({ body: draft }, { signal, quiet: true })
    },
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })

/** A phone beside the form of a link, in which the buyers' own page shows the link as it is filled in now. */
export function LivePhone(props: LivePhoneProps) {
  return useMedia(wide) ? <Phone {...props} /> : null
}

function Phone({ shopId, content, timing }: LivePhoneProps) {
  const draft = shopId === null || content === null ? null : { shopId, customizationTiming: timing, ...content }
  const text = useSettled(draft === null ? null : JSON.stringify(draft))
  const { data, error } = useQuery(draftQuery(useApi(), text === null ? null : (JSON.parse(text) as Draft)))
  const hint = shopId === null ? '选择店铺后，这里是买家看到的页面' : '买家看到的页面，随左边的设置更新'
  return (
    <aside className="links-phone" aria-label="买家看到的页面">
      <div className="links-phone-frame">
        {data ? (
          <iframe key={data.url} className="links-phone-page" title="买家看到的页面" src={data.url} />
        ) : (
          <p className="links-phone-empty">{shopId === null ? '先选择店铺' : '正在打开买家的页面…'}</p>
        )}
      </div>
      {error !== null ? (
        <p className="links-problem" role="alert">
          预览没有更新：
          <FailureText error={error} />
        </p>
      ) : (
        <p className="links-hint">{hint}</p>
      )}
    </aside>
  )
}

/** Returns the last value that did not change for a moment; the first one at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
