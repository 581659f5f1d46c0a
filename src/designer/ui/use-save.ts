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
  const { session, renderer, uploads, pictures, texts, strokes } = designer
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [isAskingAgreement, setAskingAgreement] = useState(false)
  const resolveAgreement = useRef<((accepted: boolean) => void) | null>(null)
  const running = useRef<Promise<boolean> | null>(null)

  // A first save may create its row and then fail: from then on a reload must find that row instead of starting again.
  useEffect(() => {
    return session.subscribe(({ templateId, collectionId }, before) => {
      if (templateId !== null && templateId !== before.templateId) onSaved(templateId, collectionId)
    })
  }, [session, onSaved])

  const confirmAgreement = useCallback((): Promise<boolean> => {
    if (isAgreementAccepted()) return Promise.resolve(true)
    setAskingAgreement(true)
    return new Promise((resolve) => {
      resolveAgreement.current = resolve
    })
  }, [])

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
    if (session.getState().doc.layers.length > 0 && !((await confirm()) && (await confirmAgreement()))) return false
    setSaving(true)
    const isTemplate = session.getState().subject === 'template'
    const designs = isTemplate ? templateStore(api.templates) : customizationStore(api.customizations)
    // The server draws the pictures of an order's design itself.
    const outcome = await saveDesign(session, { designs, pictures, thumbnail: isTemplate ? thumbnail : async () => null })
    setSaving(false)
    if (!outcome.ok) {
      if (outcome.reason === 'refused') toastHint(outcome.message)
      return false
    }
    toastSuccess(!isTemplate ? '已保存为这个订单的新版本' : outcome.created ? '新增设计模板成功' : '保存成功')
    void queries.invalidateQueries({ queryKey: isTemplate ? templateKeys.lists() : orderKeys.all })
    return true
  }, [session, uploads, pictures, texts, strokes, confirm, confirmAgreement, api, thumbnail, queries])

  const save = useCallback((): Promise<boolean> => {
    running.current ??= run().finally(() => {
      running.current = null
    })
    return running.current
  }, [run])

  const answerAgreement = useCallback((accepted: boolean) => {
    setAskingAgreement(false)
    resolveAgreement.current?.(accepted)
    resolveAgreement.current = null
  }, [])

  return { save, isSaving, isAskingAgreement, answerAgreement }
}
