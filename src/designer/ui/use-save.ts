import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fileKind } from '../../../contract/constants'
import type { ComponentRow, DesignComponent } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import type { DesignSubject } from '../../../design/template/load'
import { isAgreementAccepted } from '../../agreement/agreement-store'
import { componentKeys } from '../../api/queries/components'
import { orderKeys } from '../../api/queries/orders'
import { templateKeys } from '../../api/queries/templates'
import { useApi, usePlatform } from '../../api/services'
import { toastHint, toastSuccess } from '../../ui/toast'
import { componentStore, customizationStore, type DesignStore, templateStore } from '../api/design-store'
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
  /** The component that is about to change in templates; null while nothing is asked. */
  readonly updated: ComponentRow | null
  /** The seller's answer; false does not save. */
  answerUpdate(agreed: boolean): void
}

/**
 * @param onSaved called with the template's id and its collection's as soon as the template has one.
 * @param confirm asks about a design that can be saved; false cancels the save.
 * @param onChanged called with a component that was saved.
 */
export function useSave(
  designer: Designer,
  onSaved: (templateId: number, collectionId: number) => void,
  confirm: () => Promise<boolean>,
  onChanged?: (component: DesignComponent) => void,
): DesignSave {
  const { session, renderer, uploads, pictures, texts, strokes, uiState } = designer
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [isAskingAgreement, askAgreement, answerAgreement] = useQuestion<boolean>()
  const [isAskingShelf, askShelf, answerShelf] = useQuestion<boolean | null>()
  const [updated, askUpdate, answerUpdate] = useQuestion<boolean, ComponentRow>()
  const running = useRef<Promise<boolean> | null>(null)

  // A first save may create its row and then fail: from then on a reload must find that row instead of starting again.
  useEffect(() => {
    return session.subscribe(({ templateId, collectionId }, before) => {
      if (templateId !== null && templateId !== before.templateId) onSaved(templateId, collectionId)
    })
  }, [session, onSaved])

  const confirmAgreement = useCallback(
    (): Promise<boolean> => (isAgreementAccepted() ? Promise.resolve(true) : askAgreement(true)),
    [askAgreement],
  )
  /** A template begins where buyers do not see it, unless the seller says otherwise; asked once, and before anything is sent. */
  const confirmShelf = useCallback(async (): Promise<boolean> => {
    const { subject, templateId, unanswered } = session.getState()
    if (subject !== 'template' || templateId !== null || unanswered !== null || uiState.shelf.get() !== null) return true
    const answer = await askShelf(true)
    uiState.shelf.set(answer)
    return answer !== null
  }, [session, uiState, askShelf])

  /** Says how many templates change with a component, before it does. */
  const confirmUpdate = useCallback(async (): Promise<boolean> => {
    const { subject, templateId } = session.getState()
    if (subject !== 'component' || templateId === null || !session.isDirty()) return true
    try {
      const { layers: _, ...component } = await api.designComponents.get(
        { params: { id: templateId } },
        { quiet: true, again: true },
      )
      return component.templates === 0 || (await askUpdate(component))
    } catch {
      // The save itself says why the server cannot be asked.
      return true
    }
  }, [session, api, askUpdate])

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
      if (!((await confirm()) && (await confirmAgreement()) && (await confirmShelf()) && (await confirmUpdate()))) return false
    }
    setSaving(true)
    const { subject } = session.getState()
    let changed: DesignComponent | null = null
    const stores: Record<DesignSubject, () => DesignStore> = {
      template: () => templateStore(api.templates),
      customization: () => customizationStore(api.customizations),
      component: () => componentStore(api.designComponents, (component) => (changed = component)),
    }
    const outcome = await saveDesign(session, {
      designs: stores[subject](),
      pictures,
      // The server draws the pictures of an order's design itself.
      thumbnail: subject === 'customization' ? async () => null : thumbnail,
      enabled: uiState.shelf.get() === true,
    })
    setSaving(false)
    if (!outcome.ok) {
      if (outcome.reason === 'refused') toastHint(outcome.message)
      return false
    }
    if (changed) onChanged?.(changed)
    else
      toastSuccess(subject === 'customization' ? '已保存为这个订单的新版本' : outcome.created ? '新增设计模板成功' : '保存成功')
    if (subject !== 'customization') void queries.invalidateQueries({ queryKey: componentKeys.all })
    void queries.invalidateQueries({ queryKey: subject === 'customization' ? orderKeys.all : templateKeys.lists() })
    return true
  }, [
    session,
    uploads,
    pictures,
    texts,
    strokes,
    uiState,
    confirm,
    confirmAgreement,
    confirmShelf,
    confirmUpdate,
    api,
    thumbnail,
    queries,
    onChanged,
  ])

  const save = useCallback((): Promise<boolean> => {
    running.current ??= run().finally(() => {
      running.current = null
    })
    return running.current
  }, [run])

  return {
    ...{ save, isSaving, answerAgreement, answerShelf, updated, answerUpdate },
    ...{ isAskingAgreement: isAskingAgreement !== null, isAskingShelf: isAskingShelf !== null },
  }
}

/** A question that a save waits for: what it is about while it is open, a function that asks it, and one that answers it. */
function useQuestion<T, About = true>(): readonly [About | null, (about: About) => Promise<T>, (answer: T) => void] {
  const [isAsking, setAsking] = useState<About | null>(null)
  const resolve = useRef<((answer: T) => void) | null>(null)
  const ask = useCallback((about: About): Promise<T> => {
    setAsking(about)
    return new Promise((answer) => {
      resolve.current = answer
    })
  }, [])
  const answer = useCallback((given: T) => {
    setAsking(null)
    resolve.current?.(given)
    resolve.current = null
  }, [])
  return [isAsking, ask, answer]
}
