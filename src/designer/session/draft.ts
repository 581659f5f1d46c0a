/** The locally stored copy of an unsaved design, and its key. */
import { isFields } from '../../../contract/ground/fields'
import { equalDocs } from '../../../design/model/equal'
import { parseDoc } from '../../../design/model/parse'
import type { DesignDoc } from '../../../design/model/types'
import type { DesignSubject } from '../../../design/template/load'
import type { UnansweredCreate } from './save-protocol'
import type { Draft, DraftOffer } from './types'

/** Pause in the middle of a gesture after which its state is written, ms. */
export const draftDelayMs = 300

export interface DraftKeyParts {
  readonly subject: DesignSubject
  readonly username: string
  readonly templateId: number | null
  readonly collectionId: number
}

/** Returns the key prefix of a seller's drafts of one template or customization, or of a collection's new templates. */
export function draftKey({ username, subject, templateId, collectionId }: DraftKeyParts): string {
  const name = templateId === null ? `collection/${collectionId}/new` : `${subject}/${templateId}`
  return `designer-draft/${encodeURIComponent(username)}/${name}`
}

/** Parses a stored value; null for anything that is not a draft of this version. */
export function parseDraft(value: unknown): Draft | null {
  if (!isFields(value) || value.version !== 1) return null
  const { templateId, collectionId, baseRevision, savedAt } = value
  const doc = parseDoc(value.doc)
  if (!doc || typeof collectionId !== 'number' || typeof savedAt !== 'number') return null
  if (!isNumberOrNull(templateId) || !isNumberOrNull(baseRevision)) return null
  const unanswered = isUnanswered(value.unanswered) ? value.unanswered : null
  return { version: 1, doc, templateId, collectionId, baseRevision, savedAt, unanswered }
}

/** Returns the question to ask about a stored draft; null when it contains nothing unsaved. */
export function offerOf(draft: Draft, saved: DesignDoc, revision: number | null): DraftOffer | null {
  return equalDocs(draft.doc, saved) ? null : { draft, outdated: draft.baseRevision !== revision }
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number'
}

/** The body is sent again exactly as stored, so it is not parsed here: the server recognises its key or validates it. */
function isUnanswered(value: unknown): value is UnansweredCreate {
  return isFields(value) && typeof value.key === 'string' && isFields(value.body)
}
