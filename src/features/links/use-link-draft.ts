import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templateCollectionsQuery } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { readDraft, type SettingDraft } from '../../customization-settings/setting-draft'

/** The draft of a link. Missing fields are marked once the seller tried to save. */
export function useLinkDraft(createDraft: () => SettingDraft) {
  const [initialDraft] = useState(createDraft)
  const [draft, setDraft] = useState(initialDraft)
  const [saveAttempted, setSaveAttempted] = useState(false)
  const collections = useQuery({ ...templateCollectionsQuery(useApi()), meta: { quiet: true } })
  const { content, problems, count } = readDraft(draft, collections.data ? new Set(collections.data.map(({ id }) => id)) : null)
  return {
    draft,
    setDraft,
    isDirty: draft !== initialDraft,
    markAttempted: () => setSaveAttempted(true),
    content,
    problems: saveAttempted ? problems : null,
    missingCount: saveAttempted ? count : 0,
  }
}

export const missingNote = (count: number): string => (count > 0 ? `还差 ${count} 处没有填好` : '')
