// What the console's server says, as it says it (src/console).
export interface State {
  set_up: boolean;
  who: string | null;
  role?: string;
  csrf?: string;
  seat_key?: string;
}
export interface Person {
  id: number;
  name: string;
  number: string;
  classes: string[];
}
export interface ClassEntry {
  id: number;
  name: string;
  members: number;
}
export interface School {
  persons: Person[];
  classes: ClassEntry[];
}
export interface Seat {
  id: number;
  name: string;
  away: boolean;
  state: 'idle' | 'loading' | 'running' | 'ended' | 'error';
  problem: string;
  machine: string;
  session: string;
  title: string;
  attempt: string;
  goal: string;
  warning: string;
  result: string;
  token: string;
  time: number;
  left: number;
  completion: number;
  points: number;
  overruns: number;
  lost_steps: number;
  unsent: number;
  paused: boolean;
  sessions: string[];
  person: Person | null;
}
export interface LogLine {
  time: number;
  level: string;
  to: string;
  text: string;
}
export interface SeatLog {
  attempt: string;
  from: number;
  log: LogLine[];
}
export interface Attempt {
  uuid: string;
  session: string;
  begun: string;
  person: string;
  number: string;
  total: number;
  grade: string;
  passed: boolean;
  scores: number;
}
export interface PersonDetail {
  person: Person;
  notes: { by: string; text: string; at: string }[];
  attempts: Attempt[];
}
export interface Job {
  kind: string;
  attempt: string;
  done: boolean;
  result?: { ok: boolean; text?: string; port?: number };
}
