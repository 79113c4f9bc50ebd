/** What has a volume of its own. */
export const kGroups = ['engine', 'hydraulics', 'travel', 'signals', 'impacts'] as const;
export type Group = (typeof kGroups)[number];
export type Volumes = Partial<Record<Group | 'all', number>>;

export const kLayoutNames = ['headphones', 'stereo', 'surround51', 'surround71'] as const;
export type LayoutName = (typeof kLayoutNames)[number];
