/** The cassettes of the product: the normal client, and one per fault, which replaces entries of the normal one. */

import everyday from '../../fixtures/cassettes/desktop-client.json'
import authForEver from '../../fixtures/cassettes/fault-auth-for-ever.json'
import authOnce from '../../fixtures/cassettes/fault-auth-once.json'
import business from '../../fixtures/cassettes/fault-business.json'
import config from '../../fixtures/cassettes/fault-config.json'
import disk from '../../fixtures/cassettes/fault-disk.json'
import fileSave from '../../fixtures/cassettes/fault-file-save.json'
import permission from '../../fixtures/cassettes/fault-permission.json'
import saveCancelled from '../../fixtures/cassettes/fault-save-cancelled.json'
import silent from '../../fixtures/cassettes/fault-silent.json'
import subAccount from '../../fixtures/cassettes/fault-sub-account.json'
import transfer from '../../fixtures/cassettes/fault-transfer.json'
import wrongKind from '../../fixtures/cassettes/fault-wrong-kind.json'
import { type Cassette, overlay, readCassette } from './cassette'

const base = readCassette(everyday)
const faults = [
  authOnce,
  authForEver,
  permission,
  subAccount,
  business,
  config,
  transfer,
  fileSave,
  silent,
  wrongKind,
  saveCancelled,
  disk,
]

export const cassettes: readonly Cassette[] = [base, ...faults.map((file) => overlay(base, readCassette(file)))]

/** Titles of the cassettes, for testers. */
export const cassetteTitle: Readonly<Record<string, string>> = {
  'desktop-client': '日常：千牛一切正常',
  'fault-auth-once': '授权过期一次，重新授权后恢复',
  'fault-auth-for-ever': '授权一直过期',
  'fault-permission': '应用没有接口权限包',
  'fault-sub-account': '子帐号没有权限',
  'fault-business': '淘宝业务错误',
  'fault-config': '上传第 1 步失败：获取配置',
  'fault-transfer': '上传第 2 步失败：传文件',
  'fault-file-save': '上传第 3 步失败：登记文件',
  'fault-silent': '千牛收到后一直不回答',
  'fault-wrong-kind': '返回的数据不对',
  'fault-save-cancelled': '保存时关掉对话框',
  'fault-disk': '磁盘写不进去',
}
