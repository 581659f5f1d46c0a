import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fileKind } from '../../../contract/constants'
import type { DesignDoc } from '../../../design/model/types'
import { isAgreementAccepted } from '../../agreement/agreement-store'
import { orderKeys } from '../../api/queries/orders'
import { templateKeys } from '../../api/queries/templates'
import { useApi, usePlatform } from '../../api/services'
import { toastHint, toastSuccess } from '../../ui/toast'
import { customizationStore, templateStore } from '../api/design-store'
import { saveDesign } from '../api/save-design'
import type { Designer } from './context'

export interface DesignSave {
  /** Resolves with whether the design is saved. A call while a save runs returns the running one. */
  save(): Promise<boolean>
  readonly isSaving: boolean
  /** Whether the service agreement is being asked for. */
  readonly isAskingAgreement: boolean
  /** The seller's answer to the agreement. */
  answerAgreement(accepted: boolean): void
  /** Whether the first save is asking if buyers may see the template. */
  readonly isAskingShelf: boolean
  /** The seller's answer; null does not save. */
  answerShelf(enabled: boolean | null): void
}

/**
 * @param onSaved called with the template's id and its collection's as soon as the template has one.
 * @param confirm asks about a design that can be saved; false cancels the save.
 */
export function useSave(
  designer: Designer,
  onSaved: (templateId: number, collectionId: number) => void,
  confirm: () => Promise<boolean>,
): DesignSave {
  const { session, renderer, uploads, pictures, texts, strokes, uiState } = designer
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [isAskingAgreement, askAgreement, answerAgreement] = useQuestion<boolean>()
  const [isAskingShelf, askShelf, answerShelf] = useQuestion<boolean | null>()
  const running = useRef<Promise<boolean> | null>(null)

  // A first save may create its row and then fail: from then on a reload must find that row instead of starting again.
  useEffect(() => {
    return session.subscribe(({ templateId, collectionId }, before) => {
      if (templateId !== null && templateId !== before.templateId) onSaved(templateId, collectionId)
    })
  }, [session, onSaved])

  const confirmAgreement = useCallback(
    (): Promise<boolean> => (isAgreementAccepted() ? Promise.resolve(true) : askAgreement()),
    [askAgreement],
  )
  /** A template begins where buyers do not see it, unless the seller says otherwise; asked once, and before anything is sent. */
  const confirmShelf = useCallback(async (): Promise<boolean> => {
    const { subject, templateId, unanswered } = session.getState()
    if (subject !== 'template' || templateId !== null || unanswered !== null || uiState.shelf.get() !== null) return true
    const answer = await askShelf()
    uiState.shelf.set(answer)
    return answer !== null
  }, [session, uiState, askShelf])

  const thumbnail = useCallback(
    async (doc: DesignDoc): Promise<number> => {
      const canvas = renderer.get()
      if (!canvas) throw new Error('画布还没有准备好，请稍后再保存')
      const blob = await canvas.exportThumbnail(doc)
      const stored = await platform.uploadFile({ name: 'thumbnail.png', blob }, fileKind.templateThumbnail)
      return stored.fileId
    },
    [renderer, platform],
  )

  const run = useCallback(async (): Promise<boolean> => {
    if (uploads.running() > 0) {
      toastHint('还有图片正在上传，请等待上传完成或取消后再保存')
      return false
    }
    // Include what was typed or changed by a slider right before.
    await texts.whenSettled()
    await strokes.flush()
    if (session.getState().doc.layers.length > 0) {
      if (!((await confirm()) && (await confirmAgreement()) && (await confirmShelf()))) return false
    }
    setSaving(true)
    const isTemplate = session.getState().subject === 'template'
    const designs = isTemplate ? templateStore(api.templates) : customizationStore(api.customizations)
    // The server draws the pictures of an order's design itself.
    const outcome = await saveDesign(session, {
      designs,
      pictures,
      thumbnail: isTemplate ? thumbnail : async () => null,
      enabled: uiState.shelf.get() === true,
    })
    setSaving(false)
    if (!outcome.ok) {
      if (outcome.reason === 'refused') toastHint(outcome.message)
      return false
    }
    toastSuccess(!isTemplate ? '已保存为这个订单的新版本' : outcome.created ? '新增设计模板成功' : '保存成功')
    void queries.invalidateQueries({ queryKey: isTemplate ? templateKeys.lists() : orderKeys.all })
    return true
  }, [session, uploads, pictures, texts, strokes, uiState, confirm, confirmAgreement, confirmShelf, api, thumbnail, queries])

  const save = useCallback((): Promise<boolean> => {
    running.current ??= run().finally(() => {
      running.current = null
    })
    return running.current
  }, [run])

  return { save, isSaving, isAskingAgreement, answerAgreement, isAskingShelf, answerShelf }
}

/** A question that a save waits for: whether it is open, a function that asks it, and one that answers it. */
function useQuestion<T>(): readonly [boolean, () => Promise<T>, (answer: T) => void] {
  const [isAsking, setAsking] = useState(false)
  const resolve = useRef<((answer: T) => void) | null>(null)
  const ask = useCallback((): Promise<T> => {
    setAsking(true)
    return new Promise((answer) => {
      resolve.current = answer
    })
  }, [])
  const answer = useCallback((given: T) => {
    setAsking(false)
    resolve.current?.(given)
    resolve.current = null
  }, [])
  return [isAsking, ask, answer]
}
