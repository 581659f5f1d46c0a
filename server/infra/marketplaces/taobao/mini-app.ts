/** Manages the seller's mini-app: creates it from our template, updates it to a version of the template and publishes it. */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { Failure } from '../../../kernel/failure'
import type { MiniAppTemplateVersion, SellerMiniApp } from '../../../ports/mini-apps'
import { listOf, textOf } from './json'
import type { TopClient } from './top-client'

/** Our template with its versions; they are configured, because the marketplace has no call that lists them. */
export interface MiniAppTemplate {
  readonly templateId: string
  readonly versions: readonly Omit<MiniAppTemplateVersion, 'templateId'>[]
}

/** The client in which buyers open the app. */
const clients = 'taobao'

export async function readMiniApp(
  client: TopClient,
  session: string,
  { templateId }: MiniAppTemplate,
): Promise<SellerMiniApp | null> {
  const parameters = { template_id: templateId, page_num: '1', page_size: '50' }
  const content = await client.call('taobao.miniapp.template.queryapp', parameters, session)
  const [app] = listOf(content, 'all_version_infos', 'miniapp_instance_app_all_versions_dto')
  const info = fieldsOf(app?.app_info)
  const appId = textOf(info.app_id)
  if (appId === null) return null
  const versions = listOf(app, 'app_version_list', 'mini_app_instance_version_dto')
  const online = textOf(info.online_version)
  const shown = versions.find((version) => online !== null && textOf(version.app_version) === online)
  return {
    appId,
    name: textOf(info.app_name) ?? appId,
    logoUrl: textOf(info.app_icon),
    templateId,
    templateVersion: textOf(shown?.template_version),
  }
}

/**
 * Creates a version of the app from `templateVersion` of its template and publishes it; an existing version is only published.
 */
export async function updateMiniApp(
  client: TopClient,
  session: string,
  { appId, templateId }: SellerMiniApp,
  templateVersion: string,
): Promise<void> {
  const target = { clients, app_id: appId, template_id: templateId, template_version: templateVersion }
  const created = await client.call('taobao.miniapp.template.updateapp', target, session)
  const appVersion = textOf(created.app_version)
  if (appVersion === null) throw new Failure('upstream-failed', '淘宝没有生成小程序的新版本，请稍后再试')
  const shown = await client.call('taobao.miniapp.template.onlineapp', { ...target, app_version: appVersion }, session)
  const failed = listOf(shown, 'online_results', 'miniapp_instance_app_online_dto').find(isFailed)
  if (failed) throw new Failure('upstream-failed', `小程序没有上线：${textOf(failed.fail_msg) ?? '淘宝没有说明原因'}`)
}

const isFailed = ({ success }: Fields): boolean => success !== undefined && String(success) !== 'true'
