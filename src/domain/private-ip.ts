import { BlockList, isIP, isIPv6 } from 'node:net';

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Whether an IP cannot be reached from the internet. */
export const isPrivateIp = (ip: string) => privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

/** Whether a host name cannot be reached from the internet: a private IP, or a name of the local network. */
export const isInternalHost = (hostname: string) =>
  isIP(hostname) > 0
    ? isPrivateIp(hostname)
    : !hostname.includes('.') || /\.(localhost|local|internal)$/.test(hostname);
