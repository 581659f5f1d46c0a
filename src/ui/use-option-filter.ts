import { type ReactElement, useState } from 'react'
import { mayBePinyin } from '../base/text-match'
import { loadPinyin, useTextMatch } from './use-text-match'

/** What an option is searched by: its `extra` where it has one, else its label. */
function searchedText({ props }: ReactElement): string {
  const { extra, children } = (props ?? {}) as { readonly extra?: unknown; readonly children?: unknown }
  return typeof extra === 'string' ? extra : typeof children === 'string' ? children : ''
}

/** For a Select's `filterOption`: options are found as they are written, by pinyin and by initials. */
export function useOptionFilter(): (typed: string, option: ReactElement) => boolean {
  const [, setLoaded] = useState(false)
  const match = useTextMatch('')
  return (typed, option) => {
    if (mayBePinyin(typed)) {
      // Without the dictionary options are still found as they are written.
      loadPinyin().then(
        () => setLoaded(true),
        () => undefined,
      )
    }
    return match(searchedText(option), typed)
  }
}
