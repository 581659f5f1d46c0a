/** Where an open design is read from and saved to: the templates, the customizations of orders, or the components. */
import type { AppContract } from '../../../contract/contract'
import type { Client } from '../../../contract/core'
import type { DesignComponent, TemplateCreate } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import { type OpenedTemplate, openComponent, openCustomization, openTemplate } from '../../../design/template/load'
import { componentSave, designCorrection, templateSave } from '../../../design/template/save'

export interface DesignStore {
  get(id: number): Promise<OpenedTemplate>
  /** A repeated call with the same key creates nothing new. */
  create(body: TemplateCreate, idempotencyKey: string): Promise<OpenedTemplate>
  /** Replaces the revision at which the design was opened; rejects with a ConflictError when there is a newer one. */
  save(
    id: number,
    doc: DesignDoc,
    fields: { readonly revision: number; readonly thumbnailFileId: number | null },
  ): Promise<OpenedTemplate>
}

/** Without modals: the caller shows failures beside the save button of the open design. */
const quiet = { quiet: true } as const
/** Sent a second time after a cut line, unlike a save, which states its revision. */
const repeatable = { ...quiet, again: true } as const

export const templateStore = (templates: Pick<Client<AppContract>['templates'], 'get' | 'create' | 'save'>): DesignStore => ({
  get: async (id) => openTemplate(await templates.get({ params: { id } }, repeatable)),
  create: async (body, idempotencyKey) => openTemplate(await templates.create({ body }, { ...repeatable, idempotencyKey })),
  save: async (id, doc, fields) => openTemplate(await templates.save({ params: { id }, body: templateSave(doc, fields) }, quiet)),
})

/** `onChanged` is called with the component as a save has changed it. */
export const componentStore = (
  components: Pick<Client<AppContract>['designComponents'], 'get' | 'save'>,
  onChanged: (component: DesignComponent) => void,
): DesignStore => ({
  get: async (id) => openComponent(await components.get({ params: { id } }, repeatable)),
  create: () => Promise.reject(new Error('a component is made of layers of a template')),
  async save(id, doc, fields) {
    const body = componentSave(doc, fields)
    const component = await components.save({ params: { id }, body }, { ...quiet, timeoutMs: componentMs })
    onChanged(component)
    return openComponent(component)
  },
})

/** Changing a thousand templates takes the server longer than other calls, ms. */
const componentMs = 120_000

/** Drawing the print file takes the server longer than other calls, ms. */
const correctionMs = 60_000

/** Every save is a new version of this customization alone; the server draws its pictures. */
export const customizationStore = (
  customizations: Pick<Client<AppContract>['customizations'], 'design' | 'correct'>,
): DesignStore => ({
  get: async (id) => openCustomization(await customizations.design({ params: { id } }, repeatable)),
  create: () => Promise.reject(new Error('a customization comes with its order')),
  save: async (id, doc, { revision }) =>
    openCustomization(
      await customizations.correct(
        { params: { id }, body: designCorrection(doc, revision) },
        { ...quiet, timeoutMs: correctionMs },
      ),
    ),
})
