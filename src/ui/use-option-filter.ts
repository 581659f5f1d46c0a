import { type ReactElement, useState } from 'react'
import { mayBePinyin } from '../base/text-match'
import { loadPinyin, useTextMatch } from './use-text-match'

/** Returns the text by which an option is found: its `extra`, otherwise its label. */
function searchedText({ props }: ReactElement): string {
  const { extra, children } = (props ?? {}) as { readonly extra?: unknown; readonly children?: unknown }
  return typeof extra === 'string' ? extra : typeof children === 'string' ? children : ''
}

/** Returns the `filterOption` of a Select: options are found as written, by pinyin and by initials. */
export function useOptionFilter(): (typed: string, option: ReactElement) => boolean {
  const [, setLoaded] = useState(false)
  const match = useTextMatch('')
  return (typed, option) => {
    if (mayBePinyin(typed)) {
      // Without the dictionary options are found only as written.
      loadPinyin().then(
        () => setLoaded(true),
        () => undefined,
      )
    }
    return match(searchedText(option), typed)
  }
}
