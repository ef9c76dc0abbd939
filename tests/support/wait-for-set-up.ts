// Loads what nearly every file needs while the set-up may still be running.
import './site.ts';
